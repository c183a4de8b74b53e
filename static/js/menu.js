/* On a phone the links of the header stand behind a button; without a script they are simply there. */
export function menus() {
  for (const nav of document.querySelectorAll("nav[data-menu]")) {
    const list = nav.querySelector("ul");
    const button = document.createElement("button");
    list.id ||= "main-links";
    button.type = "button";
    button.className = "wc-menu";
    button.textContent = nav.dataset.menu;
    button.setAttribute("aria-controls", list.id);
    const open = (wanted) => {
      button.setAttribute("aria-expanded", String(wanted));
      nav.classList.toggle("wc-menu-shut", !wanted);
    };
    button.addEventListener("click", () => open(nav.classList.contains("wc-menu-shut")));
    nav.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || nav.classList.contains("wc-menu-shut")) return;
      open(false);
      button.focus();
    });
    nav.prepend(button);
    open(false);
  }
}
