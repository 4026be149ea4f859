/** Emitted beside the bundle; the runtime compiles it before a request may ask for it. */
declare module "*.wasm" {
	const module: WebAssembly.Module;
	export default module;
}

/** Emitted beside the bundle, as bytes. */
declare module "*.ttf" {
	const bytes: ArrayBuffer;
	export default bytes;
}
