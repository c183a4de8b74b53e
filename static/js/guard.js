/* A pressed button says what it does and cannot be pressed twice; the server's form key is the real guard. */
export function guardForms() {
  const words = document.documentElement.lang === "es" ? "Enviando…" : "Sending…";
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post") return;
    /* A look in a new tab is not the act itself. */
    if (event.submitter?.formTarget === "_blank") return;
    if (form.dataset.sending) { event.preventDefault(); return; }
    form.dataset.sending = "1";
    const button = event.submitter || form.querySelector("button:not([type=button])");
    if (button && button.classList.contains("usa-button") && !button.classList.contains("usa-button--unstyled")) {
      button.dataset.label = button.textContent;
      /* After this turn, so that the pressed button's own name and value are still sent. */
      setTimeout(() => { button.textContent = words; button.setAttribute("aria-disabled", "true"); }, 0);
    }
  });
  /* The browser's Back may bring the page as it was left. */
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    for (const form of document.querySelectorAll("form[data-sending]")) {
      delete form.dataset.sending;
      for (const button of form.querySelectorAll("[data-label]")) {
        button.textContent = button.dataset.label;
        button.removeAttribute("aria-disabled");
      }
    }
  });
}
