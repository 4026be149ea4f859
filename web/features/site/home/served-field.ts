/** What a visitor entered into the page's own field before the app replaced it. */
export type ServedField = {
	link: string;
	focused: boolean;
	/** The form was submitted; the app has to start the analysis. */
	sent: boolean;
};

let field: HTMLInputElement | null = null;
let focused = false;
let sent = false;

/** Must be called before the app renders into the page, which may have come with a form. */
export function watchServedField(root: ParentNode): void {
	const served = root.querySelector<HTMLInputElement>('input[name="url"]');
	if (served === null) return;
	field = served;
	focused = served === document.activeElement;
	served.addEventListener("focus", () => {
		focused = true;
	});
	served.addEventListener("blur", () => {
		// Removing the field from the page also fires "blur"; it is removed once the microtasks
		// have run.
		queueMicrotask(() => {
			if (served.isConnected) focused = false;
		});
	});
	served.form?.addEventListener("submit", (event) => {
		event.preventDefault();
		sent = true;
	});
}

/** Returns the values once; null if the page came without such a field. */
export function takeServedField(): ServedField | null {
	if (field === null) return null;
	const taken = { link: field.value, focused, sent };
	field = null;
	return taken;
}
