/** As a real parser reads it; for tests that run with a DOM. Throws what makes it ill-formed. */
export function parseXml(text: string): Document {
	const document = new DOMParser().parseFromString(text, "application/xml");
	const error = document.querySelector("parsererror");
	if (error) throw new Error(error.textContent ?? "The document is ill-formed");
	return document;
}

export function parseHtml(text: string): Document {
	return new DOMParser().parseFromString(text, "text/html");
}
