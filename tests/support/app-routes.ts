const APP = new URL("../../worker/app.ts", import.meta.url).href;

/** As much of the app as is needed here; it is typed for another runtime. */
type AppModule = {
	createApp: () => {
		routes: { method: string; path: string }[];
	};
};

/** The app's routes as "METHOD /path", sorted; what stands before them is listed under ALL. */
export async function appRoutes(): Promise<string[]> {
	const { createApp } = (await import(APP)) as AppModule;
	const routes = createApp()
		.routes.filter(({ method }) => method !== "ALL")
		.map(({ method, path }) => `${method} ${path}`);
	return [...new Set(routes)].sort();
}
