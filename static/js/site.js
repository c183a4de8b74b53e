/* Small conveniences; every page works without them. */
import { guardForms } from "./guard.js";
import { copyButtons } from "./copy.js";
import { countCharacters } from "./count.js";
import { listFiles } from "./files.js";
import { menus } from "./menu.js";

function focusErrors() {
  const summary = document.querySelector("[data-error-summary]");
  if (summary) summary.focus();
}

function openForPrint() {
  const closed = [];
  addEventListener("beforeprint", () => {
    for (const item of document.querySelectorAll("details:not([open])")) { closed.push(item); item.open = true; }
  });
  addEventListener("afterprint", () => { while (closed.length) closed.pop().open = false; });
}

focusErrors();
openForPrint();
guardForms();
copyButtons();
countCharacters();
listFiles();
menus();
