/* Copies a case number; the button is hidden until there is a script to do it. */
export function copyButtons() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      const live = document.getElementById("live-status");
      if (live) live.textContent = button.dataset.copied;
      const words = button.textContent;
      button.textContent = button.dataset.copied;
      setTimeout(() => { button.textContent = words; }, 4000);
    });
  }
}
