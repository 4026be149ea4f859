import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import * as z from "zod";
import { LIBSQL_FORMAT } from "./back-up-libsql.ts";
import { StartError } from "./start-error.ts";

const Head = z.object({
	format: z.literal(LIBSQL_FORMAT),
	version: z.literal(1),
	made_at: z.string(),
	migrations: z.array(z.string()),
	numbers: z.array(z.tuple([z.string(), z.number()])),
});
const Row = z.object({
	table: z.string().regex(/^[a-z_0-9]+$/),
	values: z.array(z.union([z.string(), z.number(), z.null()])),
});
const End = z.object({ rows: z.number() });

export type LibsqlHead = z.infer<typeof Head>;
export type LibsqlRow = z.infer<typeof Row>;

/** What a libSQL database's back-up says of itself. Throws StartError where it is of another kind. */
export async function readHead(file: string): Promise<LibsqlHead> {
	for await (const line of linesIn(file)) {
		const head = Head.safeParse(line);
		if (head.success) return head.data;
		break;
	}
	throw new StartError(`${file} is no back-up that this version knows.`);
}

/** Its rows in order. Throws StartError where it is not whole, which its end alone may show. */
export async function* rowsIn(file: string): AsyncGenerator<LibsqlRow> {
	let rows = 0;
	let head_read = false;
	let ended = false;
	for await (const line of linesIn(file)) {
		const end = End.safeParse(line);
		const row = Row.safeParse(line);
		if (ended) throw notWhole(file);
		if (!head_read) head_read = true;
		else if (end.success && end.data.rows === rows) ended = true;
		else if (!row.success) throw notWhole(file);
		else {
			rows++;
			yield row.data;
		}
	}
	if (!ended) throw notWhole(file);
}

async function* linesIn(file: string): AsyncGenerator<unknown> {
	const text = pipeline(createReadStream(file), createGunzip(), () => {});
	let rest = "";
	try {
		for await (const chunk of text.setEncoding("utf8")) {
			const lines = `${rest}${chunk}`.split("\n");
			rest = lines.pop() ?? "";
			for (const line of lines) yield JSON.parse(line);
		}
		if (rest) yield JSON.parse(rest);
	} catch (error) {
		throw isTorn(error) ? notWhole(file) : error;
	}
}

/** By the packing's word or the lines'; what the disk has against it is told as it is. */
function isTorn(error: unknown): boolean {
	if (error instanceof SyntaxError) return true;
	const { code } = error as NodeJS.ErrnoException;
	return code?.startsWith("Z_") ?? false;
}

function notWhole(file: string): StartError {
	return new StartError(`${file} is not whole, or no back-up.`);
}
