import { StartError } from "../server/process.ts";

/**
 * What Node and SQLite say without room for a file, for a page of a database, or for the memory
 * that its readers share.
 */
const NO_ROOM = /\bENOSPC\b|SQLITE_FULL|SQLITE_IOERR_SHMSIZE/;

/**
 * The message for a start that failed because the disk of the data folder is full; null for any
 * other error. Without it, a database that cannot note a query would be taken for a damaged one.
 */
export function fullDisk(error: unknown, data_dir: string): StartError | null {
	if (!(error instanceof Error) || !NO_ROOM.test(error.message)) return null;
	// A libSQL database is on another disk.
	if (error.message.startsWith("LIBSQL_URL:")) return null;
	return new StartError(`The disk of ${data_dir} is full. Make room and start again.`);
}
