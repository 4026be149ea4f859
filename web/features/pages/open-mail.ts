/** Hands a mailto link to whatever program the visitor has for it; the page stays. */
export function openMail(link: string): void {
	window.location.assign(link);
}
