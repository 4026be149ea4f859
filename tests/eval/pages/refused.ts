import { readPage } from "#features/evidence/read-page.ts";
import { PAGE_SETS, readAllPages } from "./all-pages.ts";
import { count, type Topic } from "./topic.ts";

const ALL_SETS = PAGE_SETS.map(({ folder }) => folder).join(", ");

/** How many real articles the product refuses to read. Those with too little text are not counted. */
export const REFUSED: Topic = {
	name: "articles refused",
	needs: PAGE_SETS,
	async measure(pathOf, half) {
		const today = new Date().toISOString().slice(0, 10);
		const refused: boolean[] = [];
		for (const { url, bytes } of readAllPages(pathOf, half)) {
			const opened = { final_url: url, content_type: "text/html", bytes };
			const read = await readPage(opened, today, refusePdf);
			if (read.ok) refused.push(false);
			else if (read.reason !== "too_little_text") {
				refused.push(true);
				console.error(`refused as ${read.reason}: ${url}`);
			}
		}
		return [count({ figure: "refused", set: ALL_SETS, aim: { at_most: 0 } }, refused)];
	},
};

function refusePdf(): never {
	throw new Error("The sets have no PDF documents.");
}
