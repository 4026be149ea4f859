/** Put in by the build: a hash of the worker's sources. */
declare const WORKER_BUILD: string | undefined;

/** Changes with the code that composes pages, so that an old copy of one never outlives a deployment. */
export const workerBuild: string =
	typeof WORKER_BUILD === "string" ? WORKER_BUILD : "unbuilt";
