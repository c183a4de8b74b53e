/* Panels that are folded on a phone stand open where there is room for them. */
const wide = matchMedia("(min-width: 64em)");
function unfold() {
  for (const panel of document.querySelectorAll("details[data-open-wide]")) panel.open = wide.matches || panel.hasAttribute("data-keep");
}
unfold();
wide.addEventListener("change", unfold);

/* A button that acts on ticked rows says how many; the server counts again. */
for (const form of document.querySelectorAll("form[data-ticked]")) {
  const button = form.querySelector("button[data-many]");
  if (!button) continue;
  const plain = button.textContent;
  const boxes = [...document.querySelectorAll("input[type=checkbox]")].filter((box) => box.form === form && (box.name === "letters" || box.name === "case"));
  const count = () => {
    const many = boxes.filter((box) => box.checked).length;
    button.textContent = many === 1 ? button.dataset.one : many || form.method === "post" ? button.dataset.many.replace("#", many) : plain;
  };
  for (const box of boxes) box.addEventListener("change", count);
  count();
}
