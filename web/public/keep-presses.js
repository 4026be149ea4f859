// The page can be used before the app has taken it over: what is pressed until
// then is kept, and the app carries it out. Links work by themselves. The build
// writes this into the page, so that it runs before anything can be pressed.
{
	const kept = new Set();
	const keep = (event) => {
		const control =
			event.type === "submit" ? event.target : event.target.closest?.("button[type=button]");
		if (!control) return;
		if (event.type === "submit") event.preventDefault();
		// The app may listen by now: it must not do the same twice.
		event.stopPropagation();
		kept.add(control);
	};
	for (const type of ["click", "submit"]) document.addEventListener(type, keep, true);
	window.releasePresses = () => {
		for (const type of ["click", "submit"]) document.removeEventListener(type, keep, true);
		const controls = [...kept];
		kept.clear();
		return controls;
	};

	// In a browser that cannot run the app, the page works as it does without scripts.
	addEventListener("error", ({ filename }) => {
		const { dataset } = document.documentElement;
		if (!filename?.includes("/assets/") || dataset.ready !== undefined) return;
		window.releasePresses();
		delete dataset.scripts;
	});

	// Keys too, for the shortcuts. The page still gets them: some are text.
	const keys = [];
	const keepKey = (event) => keys.push(event);
	document.addEventListener("keydown", keepKey);
	window.releaseKeys = () => {
		document.removeEventListener("keydown", keepKey);
		return keys.splice(0);
	};
}
