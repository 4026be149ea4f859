/** What XML 1.0 has no place for, not even escaped; HTML does without it as well. */
const NO_CHARACTER =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for.
	/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Cs}/gu;

const ENTITIES: Record<string, string> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** Text for an element or a quoted attribute, in XML, SVG and HTML alike. */
export function escapeMarkup(text: string): string {
	return text
		.replace(NO_CHARACTER, "")
		.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
