/* Saves what is typed while the person goes on typing, and says so beside the button. The page works without it. */
const WAIT = 3000;

/* Returns what a form says, to be compared: the version only tells which state it was drawn with. */
function answers(data) {
  return JSON.stringify([...data].filter(([name]) => name !== "version"));
}

function guard(form) {
  const line = form.querySelector("[data-saved]");
  const words = form.dataset;
  let timer = 0;
  let busy = false;
  let again = false;
  let kept = "";

  function say(text, failed) {
    line.textContent = text;
    line.classList.toggle("wc-saved--failed", failed);
    if (!failed) return;
    const retry = document.createElement("button");
    retry.type = "button";
    retry.className = "usa-button usa-button--unstyled";
    retry.textContent = words.retry;
    retry.addEventListener("click", save);
    line.append(" ", retry);
  }

  async function save() {
    clearTimeout(timer);
    timer = 0;
    if (form.dataset.sending) return;
    if (busy) { again = true; return; }
    const data = new FormData(form);
    const now = answers(data);
    if (now === kept) return; // saved a second time, it would be in conflict with the page that is loading
    busy = true;
    data.append("autosave", "1");
    try {
      const answer = await fetch(form.action, { method: "POST", body: data, redirect: "manual", signal: AbortSignal.timeout(10000) });
      if (answer.type === "opaqueredirect" || answer.status === 403) say(words.ended, true);
      else {
        const said = await answer.json();
        if (answer.ok) { if (said.saved) { form.elements.version.value = said.version; kept = now; say(said.saved, false); } }
        else say(`${words.not} ${said.error}`, true);
      }
    } catch { say(words.failed, true); }
    busy = false;
    if (again) { again = false; soon(); }
  }

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(save, WAIT);
  }

  form.addEventListener("input", soon);
  form.addEventListener("change", soon);
  document.addEventListener("visibilitychange", () => { if (document.hidden && timer) save(); });
}

for (const form of document.querySelectorAll("form[data-autosave]")) guard(form);
