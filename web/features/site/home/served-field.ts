/** What a visitor did with the page's own field before the app stood in its place. */
export type ServedField = {
	link: string;
	focused: boolean;
	/** The form was sent; the app has to. */
	sent: boolean;
};

let field: HTMLInputElement | null = null;
let focused = false;
let sent = false;

/** To be called before the app is put into the page, which may have come with a form. */
export function watchServedField(root: ParentNode): void {
	const served = root.querySelector<HTMLInputElement>('input[name="url"]');
	if (served === null) return;
	field = served;
	focused = served === document.activeElement;
	served.addEventListener("focus", () => {
		focused = true;
	});
	served.addEventListener("blur", () => {
		// Being taken out of the page is not being left; it is out once the microtasks run.
		queueMicrotask(() => {
			if (served.isConnected) focused = false;
		});
	});
	served.form?.addEventListener("submit", (event) => {
		event.preventDefault();
		sent = true;
	});
}

/** Once; null where the page came without such a field. */
export function takeServedField(): ServedField | null {
	if (field === null) return null;
	const taken = { link: field.value, focused, sent };
	field = null;
	return taken;
}
