/* Hides the questions that the other answers do not call for. Without it all are shown, each with its "only if" hint.
   What was typed stays in its box and is sent; a question with an error, or with the focus in it, is never hidden. */
function answers(form, name) {
  return Array.from(form.querySelectorAll(`[name="${name}"]`))
    .filter((box) => !["radio", "checkbox"].includes(box.type) || box.checked)
    .map((box) => box.value.trim())
    .filter(Boolean);
}

function dateOf(form, name) {
  const [month = "", day = "", year = ""] = [0, 1, 2].map((part) => answers(form, `${name}_${part}`)[0]);
  return /^\d+$/.test(month + day) && /^\d{4}$/.test(year) ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : "";
}

function holds(form, part) {
  const [, name, sign, wanted] = /^(\w+)([=>]?)(.*)$/.exec(part);
  if (sign === ">") return dateOf(form, name) > wanted;
  const said = answers(form, name);
  return sign ? said.some((one) => wanted.split(",").includes(one)) : said.length > 0;
}

function calledFor(form, group) {
  const every = group.dataset.onlyIf.split("&");
  return every.every((either) => either.split("|").some((part) => holds(form, part)));
}

function follow(form, groups) {
  const headings = new Set(groups.map((group) => group.parentElement.closest("fieldset")).filter(Boolean));

  function show() {
    const before = groups.filter((group) => !group.hidden).length;
    for (const group of groups) {
      const kept = group.matches(".usa-form-group--error") || group.contains(document.activeElement);
      group.hidden = !kept && !calledFor(form, group);
    }
    for (const part of headings) part.hidden = Array.from(part.querySelectorAll(":scope > .usa-form-group")).every((group) => group.hidden);
    return groups.filter((group) => !group.hidden).length - before;
  }

  function changed() {
    const live = document.getElementById("live-status");
    const more = show();
    if (live && more > 0) live.textContent = more === 1 ? form.dataset.moreOne : form.dataset.moreMany.replace("#", more);
  }

  show();
  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  /* The browser's Back may bring other answers than the page was drawn with. */
  addEventListener("pageshow", show);
}

for (const form of document.querySelectorAll("form[data-more-one]")) {
  const groups = Array.from(form.querySelectorAll("[data-only-if]"));
  if (groups.length) follow(form, groups);
}
