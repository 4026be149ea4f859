import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type Row } from "@libsql/client";

/**
 * Hands copies of a folder's databases to `read`, by name, so that the next
 * start finds the files as a kill left them.
 */
export async function withCopies<T>(
	folder: string,
	wanted: (name: string) => boolean,
	read: (files: Map<string, string>) => Promise<T>,
): Promise<T> {
	const copy = await mkdtemp(join(tmpdir(), "stored-"));
	try {
		const names = await readdir(folder);
		const files = new Map<string, string>();
		for (const name of names.filter(wanted)) {
			// The write-ahead log holds the latest transactions.
			for (const part of [name, `${name}-wal`])
				if (names.includes(part))
					await copyFile(join(folder, part), join(copy, part));
			files.set(name, join(copy, name));
		}
		return await read(files);
	} finally {
		await rm(copy, { recursive: true });
	}
}

export async function rowsOf(
	file: string,
	query: string,
	...values: string[]
): Promise<Row[]> {
	const client = createClient({ url: `file:${file}` });
	try {
		return (await client.execute(query, values)).rows;
	} finally {
		client.close();
	}
}
