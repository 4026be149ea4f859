/** A PDF of one page for each text, written by hand. ASCII without brackets and backslashes. */
export function smallPdf(texts: readonly string[]): Uint8Array {
	const kids = texts.map((_, at) => `${3 + 2 * at} 0 R`).join(" ");
	const font = 3 + 2 * texts.length;
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		`<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
		...texts.flatMap((text, at) => {
			const shown = text
				.split("\n")
				.map((line) => `(${line}) Tj T*`)
				.join(" ");
			const stream = `BT /F1 12 Tf 14 TL 40 700 Td ${shown} ET`;
			return [
				`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${4 + 2 * at} 0 R >>`,
				`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
			];
		}),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	];
	let file = "%PDF-1.4\n";
	const offsets = objects.map((object, at) => {
		const offset = file.length;
		file += `${at + 1} 0 obj\n${object}\nendobj\n`;
		return `${String(offset).padStart(10, "0")} 00000 n \n`;
	});
	const start = file.length;
	file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
	file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
	return new TextEncoder().encode(file);
}
