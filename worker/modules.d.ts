/** Built as a file beside the bundle; the runtime compiles it before the first request. */
declare module "*.wasm" {
	const module: WebAssembly.Module;
	export default module;
}

/** Built as a file beside the bundle, read as bytes. */
declare module "*.ttf" {
	const bytes: ArrayBuffer;
	export default bytes;
}
