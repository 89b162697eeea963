// Finds headings that have all the words; the list is fetched when somebody begins to type.
(() => {
  const root = document.currentScript.dataset.root;
  const label = document.querySelector('.search');
  const input = label.querySelector('input');
  const found = document.querySelector('.found');
  label.hidden = false;
  let index = null;
  const show = async () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) {
      found.hidden = true;
      return;
    }
    index ??= await (await fetch(`${root}/index.json`)).json();
    const hits = index.filter(([, text]) =>
      words.every((word) => text.toLowerCase().includes(word)),
    );
    found.replaceChildren(
      ...hits.slice(0, 30).map(([target, text]) => {
        const item = document.createElement('li');
        const link = document.createElement('a');
        link.href = `${root}/${target}`;
        link.textContent = text;
        item.append(link);
        return item;
      }),
    );
    if (hits.length === 0) found.textContent = 'no heading has these words';
    found.hidden = false;
  };
  input.addEventListener('input', show);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') found.hidden = true;
    if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      input.focus();
    }
  });
})();
