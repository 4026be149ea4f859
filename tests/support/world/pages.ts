/** The page, failing if the cursor was invalid. */
export async function pageOf<T>(page: Promise<T>): Promise<Exclude<T, "bad_cursor">> {
	const answer = await page;
	if (answer === "bad_cursor") throw new Error("The cursor was refused");
	return answer as Exclude<T, "bad_cursor">;
}

/** Every page of a list, from the first, read by the cursors that its pages give. */
export async function allPages<T extends { next_cursor: string | null }>(
	read: (cursor: string | null) => Promise<T | "bad_cursor">,
): Promise<T[]> {
	const pages: T[] = [];
	let cursor: string | null = null;
	do {
		const page: T = (await pageOf(read(cursor))) as T;
		pages.push(page);
		cursor = page.next_cursor;
	} while (cursor !== null);
	return pages;
}
