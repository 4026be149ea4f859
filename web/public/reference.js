// The reference's search: shows the entries that contain every word typed, as
// one types. Without this script the field is not shown.
const form = document.querySelector("form[role=search]");
const field = form.querySelector("input");
const found = form.querySelector("output");
const groups = [...document.querySelectorAll("main > div")];
const entries = [...document.querySelectorAll("main section")];
const links = [...document.querySelectorAll(".contents a")];
let texts;

const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

function search() {
	const words = wordsOf(field.value);
	// Read with the first search: the page has some hundred entries.
	// An example has words of all kinds.
	texts ??= entries.map((entry) =>
		[...entry.children]
			.filter(({ localName }) => localName !== "details")
			.map(({ textContent }) => textContent.toLowerCase())
			.join("\n"),
	);
	entries.forEach((entry, at) => {
		entry.hidden = !words.every((word) => texts[at].includes(word));
	});
	for (const group of groups)
		group.hidden = words.length > 0 && !group.querySelector("section:not([hidden])");
	for (const link of links) {
		const target = document.getElementById(link.hash.slice(1));
		link.parentElement.hidden = (target.closest("section") ?? target.parentElement).hidden;
	}
	const left = entries.filter((entry) => !entry.hidden).length;
	found.value = words.length === 0 ? "" : left === 1 ? "1 entry" : `${left} entries`;
	scrollTo(0, 0);
}

field.addEventListener("input", search);
field.addEventListener("keydown", (event) => {
	if (event.key !== "Escape") return;
	field.value = "";
	search();
});
// Enter goes to the first entry that was found.
form.addEventListener("submit", (event) => {
	event.preventDefault();
	const first = entries.find((entry) => !entry.hidden);
	if (!first) return;
	first.tabIndex = -1;
	first.focus();
});
// A link may lead to an entry that was not found.
addEventListener("hashchange", () => {
	const target = document.getElementById(location.hash.slice(1));
	if (!target?.closest("[hidden]")) return;
	field.value = "";
	search();
	target.scrollIntoView();
});
form.hidden = false;
