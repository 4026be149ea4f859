// Runs before the first paint, so that a chosen theme never flashes and what only
// scripts can open is closed. The build writes it into the app's page. Storage throws if cookies are blocked; the
// system's theme then applies.
document.documentElement.dataset.scripts = "";
try {
	const theme = localStorage.getItem("theme");
	if (theme === "light" || theme === "dark") {
		document.documentElement.dataset.theme = theme;
	}
} catch {}
