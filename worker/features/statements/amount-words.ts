import { foldText } from "#text/fold.ts";

/** From two on: "one" is an article in half of the languages. */
const NUMBER_NAMES: Record<number, string> = {
	0: "zero cero zéro",
	2: "two zwei deux dos два две",
	3: "three drei trois tres três tre три",
	4: "four vier quatre cuatro quatro quattro четыре",
	5: "five fünf cinq cinco cinque пять",
	6: "six sechs seis шесть",
	7: "seven sieben sept siete sete sette семь",
	8: "eight acht huit ocho oito otto восемь",
	9: "nine neun neuf nueve nove девять",
	10: "ten zehn dix diez dez dieci десять",
	11: "eleven elf onze undici",
	12: "twelve zwölf douze doce doze dodici",
	13: "thirteen dreizehn treize trece treze tredici",
	14: "fourteen vierzehn quatorze catorce quattordici",
	15: "fifteen fünfzehn quinze quince quindici",
	16: "sixteen sechzehn seize sedici",
	17: "seventeen siebzehn",
	18: "eighteen achtzehn",
	19: "nineteen neunzehn",
	20: "twenty zwanzig vingt veinte vinte venti двадцать",
	30: "thirty dreißig trente treinta trinta trenta тридцать",
	40: "forty vierzig quarante cuarenta quarenta quaranta сорок",
	50: "fifty fünfzig cinquante cincuenta cinquenta cinquanta пятьдесят",
	60: "sixty sechzig soixante sesenta sessenta sessanta шестьдесят",
	70: "seventy siebzig setenta settanta семьдесят",
	80: "eighty achtzig ochenta oitenta ottanta восемьдесят",
	90: "ninety neunzig noventa novanta девяносто",
};
const MULTIPLIER_NAMES: Record<number, string> = {
	1e2: "hundred hundert cien ciento сто",
	1e3: "thousand tausend mille mil mila тысяча тысячи тысяч",
	1e6: "million millions million millionen millón millones milhão milhões milione milioni миллион миллиона миллионов",
	1e9: "billion billions milliarde milliarden milliard milliards miliardo miliardi bilhão bilhões миллиард миллиарда миллиардов",
	1e12: "trillion trillions billionen billón billones trilhão trilhões триллион триллиона триллионов",
};
/** Only before a multiplier do these count for certain: "a hundred". */
const ONE_NAMES =
	"one a an ein eins eine einer einem einen un une uno una um uma один одна";
/** Between the whole and its decimals when both are spoken. */
const POINT_NAMES = "point komma virgule coma vírgula virgola";
const MINUS_NAMES = "minus moins menos meno минус";
const PER_NAMES = "per a an pro par por al je";
const RANGE_NAMES = "to bis à a or and und et y e o";

/** A unit's own name, then the ways to write it. */
const UNIT_NAMES = `% percent prozent pourcent porcentaje процент процента процентов
	$ dollar dollars usd доллар доллара долларов
	€ euro euros eur евро
	£ pound pounds gbp pfund
	¥ yen yuan
	₹ rupee rupees inr
	mm millimetre millimetres millimeter millimeters millimètre millimètres milímetro milímetros
	cm centimetre centimetres centimeter centimeters zentimeter centimètre centimètres centímetro centímetros
	m metre metres meter meters mètre mètres metro metros метр метра метров
	km kilometre kilometres kilometer kilometers kilomètre kilomètres kilómetro kilómetros quilômetro quilômetros chilometro chilometri километр километра километров
	inch inches
	ft foot feet
	yd yard yards
	mi mile miles
	g gram grams gramm gramme grammes gramo gramos grama gramas
	mg milligram milligrams milligramm
	kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos
	t tonne tonnes ton tons tonnen tonelada toneladas
	lb lbs
	oz ounce ounces
	l litre litres liter liters litro litros
	ml millilitre millilitres milliliter milliliters
	s sec secs second seconds sekunde sekunden seconde secondes segundo segundos
	min mins minute minutes minuten minuto minutos minuti
	h hr hrs hour hours stunde stunden heure heures hora horas
	d day days tag tage tagen jour jours día días dia dias
	wk week weeks woche wochen semaine semaines semana semanas
	mo month months monat monate monaten mois mes meses
	yr yrs year years jahr jahre jahren ans année années año años ano anos
	K kelvin
	W watt watts
	kW kilowatt kilowatts
	MW megawatt megawatts
	GW gigawatt gigawatts
	kWh kilowatthour kilowatthours
	kB kilobyte kilobytes
	MB megabyte megabytes
	GB gigabyte gigabytes
	TB terabyte terabytes
	mi/h mph
	km/h kph kmh`;

/** Each name in compared form, with what it stands for. */
function byName<T>(entries: [T, string][]): ReadonlyMap<string, T> {
	return new Map(
		entries.flatMap(([value, names]) =>
			names
				.trim()
				.split(/\s+/)
				.map((name): [string, T] => [foldText(name), value]),
		),
	);
}

function numbered(names: Record<number, string>): [number, string][] {
	return Object.entries(names).map(([value, list]) => [Number(value), list]);
}

/** "fünfundzwanzig" is one word. */
function germanCompounds(): [number, string][] {
	const ones = "ein zwei drei vier fünf sechs sieben acht neun".split(" ");
	const tens =
		"zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split(
			" ",
		);
	return ones.flatMap((one, i) =>
		tens.map((ten, j): [number, string] => [
			(j + 2) * 10 + i + 1,
			`${one}und${ten}`,
		]),
	);
}

export const VALUES = byName([...germanCompounds(), ...numbered(NUMBER_NAMES)]);
export const MULTIPLIERS = byName(numbered(MULTIPLIER_NAMES));
export const ONES = byName([[1, ONE_NAMES]]);
export const POINTS = byName([[true, POINT_NAMES]]);
export const MINUSES = byName([[true, MINUS_NAMES]]);
export const PERS = byName([[true, PER_NAMES]]);
export const RANGES = byName([[true, RANGE_NAMES]]);
export const UNITS = byName(
	UNIT_NAMES.split("\n").map((line): [string, string] => {
		const [unit = ""] = line.trim().split(/\s+/);
		return [unit, line];
	}),
);

/** The unit that a word names, in one form; null for any other word. */
export function findUnit(word: string): string | null {
	return UNITS.get(foldText(word)) ?? null;
}
