/* Lists the chosen files with their sizes before they are sent. */
function size(bytes) {
  return bytes < 1048576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1048576).toFixed(1)} MB`;
}

export function listFiles() {
  for (const input of document.querySelectorAll("input[type=file].usa-file-input")) {
    const list = document.createElement("ul");
    list.className = "wc-plain wc-chosen";
    input.after(list);
    input.addEventListener("change", () => {
      list.replaceChildren(...Array.from(input.files, (file) => {
        const row = document.createElement("li");
        row.textContent = `${file.name}, ${size(file.size)}`;
        return row;
      }));
    });
  }
}
