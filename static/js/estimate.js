/* Works the estimate out anew while an answer is typed. The panel stands outside the form, so no box that is typed in
   is ever replaced; without this script the panel is worked out when the page is saved. */
const PAUSE = 500;

function told(panel) {
  return Array.from(panel.querySelectorAll(".wc-panel__answer strong"), (part) => part.textContent);
}

function follow(form) {
  const live = document.getElementById("live-status");
  let waiting = 0;
  let asked = null;

  async function ask() {
    asked?.abort();
    asked = new AbortController();
    const answers = new FormData(form);
    for (const [name, value] of [...answers]) if (value instanceof File) answers.delete(name);
    answers.set("place", form.dataset.place ?? "");
    let text;
    try {
      const answer = await fetch(form.dataset.estimate, { method: "POST", body: answers, signal: asked.signal, redirect: "error" });
      if (!answer.ok) return;
      text = await answer.text();
    } catch { return; /* overtaken by the next answer, or offline: the panel stays as it is */ }
    const panel = document.getElementById("estimate-panel");
    const next = new DOMParser().parseFromString(text, "text/html").getElementById("estimate-panel");
    if (!panel || !next) return;
    const open = Array.from(panel.querySelectorAll("details"), (part) => part.open);
    next.querySelectorAll("details").forEach((part, place) => { part.open = Boolean(open[place]); });
    const before = told(panel);
    panel.replaceWith(next);
    const news = told(next).filter((sentence) => !before.includes(sentence));
    if (live && news.length) live.textContent = [next.dataset.changed, ...news].join(" ");
  }

  const soon = () => { clearTimeout(waiting); waiting = setTimeout(ask, PAUSE); };
  form.addEventListener("input", soon);
  form.addEventListener("change", soon);
  form.addEventListener("submit", () => { clearTimeout(waiting); asked?.abort(); });
}

for (const form of document.querySelectorAll("form[data-estimate]")) follow(form);
