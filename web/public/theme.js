// Runs before the first paint, so that a chosen theme never flashes. Storage
// throws where cookies are blocked; the system's theme then holds.
try {
	const theme = localStorage.getItem("theme");
	if (theme === "light" || theme === "dark") {
		document.documentElement.dataset.theme = theme;
	}
} catch {}
