/** The first so many characters, with an ellipsis where there are more; never through the middle of one. */
export function cutShort(text: string, most: number): string {
	const characters = Array.from(text);
	return characters.length <= most
		? text
		: `${characters.slice(0, most).join("").trimEnd()}…`;
}
