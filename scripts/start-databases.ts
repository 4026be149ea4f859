import type { DataLock } from "./data-lock.ts";
import { databaseIds, persistence } from "./miniflare-options.ts";
import { type Runtime, startRuntime } from "./runtime.ts";
import type { WorkerConfig } from "./worker-config.ts";

/** The folder's databases alone, without the program that uses them. */
export function startDatabases(
	config: WorkerConfig,
	data_dir: string,
	lock: DataLock,
	print: (line: string) => void,
): Promise<Runtime> {
	return startRuntime(
		{
			name: config.name,
			cf: false,
			modules: true,
			script: "export default {}",
			compatibilityDate: config.compatibilityDate,
			d1Persist: persistence(data_dir).d1Persist,
			d1Databases: databaseIds(config),
		},
		lock,
		print,
	);
}
