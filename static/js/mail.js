/* The frame of a message is as high as the message, so that its button is seen; without script it scrolls. */
const frame = document.querySelector("[data-fit]");

function fit() {
  const page = frame.contentDocument?.documentElement;
  if (!page) return;
  frame.style.height = "0px"; // an old kind of page is never lower than its frame
  frame.style.height = `${page.scrollHeight + 4}px`;
}

if (frame) {
  frame.addEventListener("load", fit);
  addEventListener("resize", fit);
  fit();
}
