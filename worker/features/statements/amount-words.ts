import { foldText } from "#text/fold.ts";

/** Reads "value name name | value name": each folded name with its value. */
function table(text: string): [string, string][] {
	return text.split("|").flatMap((entry) => {
		const [value = "", ...names] = entry.trim().split(/\s+/);
		// Signs are no words.
		return names.flatMap((name) => {
			const folded = foldText(name);
			return folded ? [[folded, value] as [string, string]] : [];
		});
	});
}

function numbered(text: string): ReadonlyMap<string, number> {
	return new Map(table(text).map(([name, value]) => [name, Number(value)]));
}

function named(names: string): ReadonlySet<string> {
	return new Set(names.split(" ").map(foldText));
}

/** Starts at two, because "one" is also an article in many languages. English comes first. */
const VALUE_NAMES = `0 zero cero zéro | 2 two zwei deux dos dois duas два две | 3 three drei trois tres três tre три | 4 four vier quatre cuatro quatro quattro четыре |
	5 five fünf cinq cinco cinque пять | 6 six sechs seis шесть | 7 seven sieben sept siete sete sette семь | 8 eight acht huit ocho oito otto восемь |
	9 nine neun neuf nueve nove девять | 10 ten zehn dix diez dez dieci десять | 11 eleven elf onze undici одиннадцать | 12 twelve zwölf douze doce doze dodici двенадцать |
	13 thirteen dreizehn treize trece treze tredici тринадцать | 14 fourteen vierzehn quatorze catorce quattordici catorze четырнадцать | 15 fifteen fünfzehn quinze quince quindici пятнадцать |
	16 sixteen sechzehn seize dieciséis dieciseis dezesseis dezasseis sedici шестнадцать | 17 seventeen siebzehn diecisiete dezessete dezassete diciassette семнадцать | 18 eighteen achtzehn dieciocho dezoito diciotto восемнадцать | 19 nineteen neunzehn diecinueve dezenove dezanove diciannove девятнадцать |
	20 twenty zwanzig vingt vingts veinte vinte venti двадцать | 21 veintiuno veintiún veintiuna | 22 veintidós veintidos | 23 veintitrés veintitres | 24 veinticuatro |
	25 veinticinco | 26 veintiséis veintiseis | 27 veintisiete | 28 veintiocho | 29 veintinueve | 30 thirty dreißig trente treinta trinta trenta тридцать |
	40 forty vierzig quarante cuarenta quarenta quaranta сорок | 50 fifty fünfzig cinquante cincuenta cinquenta cinquanta пятьдесят |
	60 sixty sechzig soixante sesenta sessenta sessanta шестьдесят | 70 seventy siebzig setenta settanta семьдесят |
	80 eighty achtzig ochenta oitenta ottanta восемьдесят | 90 ninety neunzig noventa novanta девяносто |
	200 doscientos doscientas duzentos duzentas двести | 300 trescientos trescientas trezentos trezentas триста |
	400 cuatrocientos cuatrocientas quatrocentos quatrocentas четыреста | 500 quinientos quinientas quinhentos quinhentas пятьсот |
	600 seiscientos seiscientas seiscentos seiscentas шестьсот | 700 setecientos setecientas setecentos setecentas семьсот |
	800 ochocientos ochocientas oitocentos oitocentas восемьсот | 900 novecientos novecientas novecentos novecentas девятьсот`;
export const VALUES = numbered(VALUE_NAMES);
/** The English numbers that begin a year said in two parts: "eighteen oh five", "twenty thirty". */
export const CENTURIES: ReadonlyMap<string, number> = new Map(
	VALUE_NAMES.split("|").flatMap((entry): [string, number][] => {
		const [value = "", name = ""] = entry.trim().split(/\s+/);
		return Number(value) >= 10 && Number(value) <= 20 ? [[name, Number(value)]] : [];
	}),
);
export const MULTIPLIERS =
	numbered(`12 dozen dutzend douzaine docena dúzia dozzina | 1e2 hundred hundert cien ciento cem cento сто | 1e3 thousand tausend mille mil mila тысяча тысячи тысяч |
	1e6 million millions million millionen millón millones milhão milhões milione milioni миллион миллиона миллионов |
	1e9 billion billions milliarde milliarden milliard milliards miliardo miliardi bilhão bilhões миллиард миллиарда миллиардов |
	1e12 trillion trillions billionen billón billones trilhão trilhões триллион триллиона триллионов`);
/** Multipliers that are numbers by themselves: "mil personas". */
export const LONE = named("hundert tausend cien ciento cem cento mil mille сто тысяча");
/** Words for one. They are numbers only before a multiplier ("a hundred") or at a number's end. */
export const ONES = named(
	"one a an ein eins eine einer einem einen un une uno una um uma один одна",
);
/** Of those, the words that are articles alone. */
export const ARTICLES = named("a an");
/** In a year between its two parts: "eighteen oh five". */
export const OHS = named("oh o");
export const HALVES = named(
	"half halb halbe halben halber demi demie medio media meio meia mezzo mezza",
);
/** Factors and shares that are said in one word. */
export const RATIOS =
	numbered(`0.5 half halves hälfte halb halbe moitié demi mitad metade metà половина половину половины | 0.25 quarter viertel quart cuarto |
	2 twice double doubled zweimal doppelt verdoppelt doublé doble duplicado dobro doppio raddoppiato дважды вдвое |
	3 thrice triple tripled dreimal dreifach triplé triplo втрое трижды`);
/** Ordinals that no rule makes of the number: after tens only, because they have other meanings. */
export const AFTER_TENS = numbered(
	"1 first erste ersten erster unième | 2 second zweite zweiten deuxième | 3 third dritte dritten troisième",
);
/** Numbers only after others, because the word means something else in another language. */
export const AFTER_NUMBERS = numbered("2 due | 6 sei | 11 once");
/** Of numbers that are written as one word: in German and in Italian, where vowels are left out. */
export const GERMAN_PARTS = numbered("1 eins ein");
export const ITALIAN_PARTS = numbered(
	`1 uno un | 2 due | 3 tré | 6 sei | 8 otto | 20 vent | 30 trent | 40 quarant | 50 cinquant | 60 sessant |
	70 settant | 80 ottant | 90 novant | 100 cento cent | 1000 mila mille`,
);
/** Between two amounts that share the second one's unit: "ten to twenty percent". */
export const RANGES = named("to or and bis oder und à ou et y o a al e и или до");
/** In a decimal number: "four point five". */
export const POINTS = named("point komma virgule virgola coma vírgula");
export const MINUSES = named("minus moins menos meno минус");
export const PERS = named("per a an pro par por à al je");
/** Words before the last part of a number: "treinta y cinco", "vingt et un". */
export const ANDS = named("and et y e");
/** After the digits of a rank: "19th", "19e", "2º", "1er". */
export const RANK_ENDINGS = named("st nd rd th e er re ème ième nde o a ro ra");
/** Before or after a unit of length: the exponent of its area or volume. */
export const POWERS =
	numbered(`2 square sq quadrat carré carrés cuadrado cuadrados quadrado quadrados quadrati |
	3 cubic kubik cube cubes cúbico cúbicos cubi`);

/** Of each unit its canonical name, then its spellings. */
const UNIT_NAMES = `% パーセント percent prozent pourcent porcentaje процент процента процентов | $ ドル dollar dollars dólar dólares usd доллар доллара долларов |
	€ ユーロ euro euros eur евро | £ gbp sterling | pound pounds pfund libra libras livre livres | ¥ 円 yen | CN¥ 元 yuan yuans renminbi rmb |
	₹ rupee rupees inr | mm millimetre millimetres millimeter millimeters millimètre millimètres milímetro milímetros |
	cm centimetre centimetres centimeter centimeters zentimeter centimètre centimètres centímetro centímetros |
	m メートル metre metres meter meters mètre mètres metro metros метр метра метров |
	km キロメートル 公里 kilometre kilometres kilometer kilometers kilomètre kilomètres kilómetro kilómetros quilômetro quilômetros chilometro chilometri километр километра километров |
	inch inches | ft foot feet | yd yard yards | mi mile miles meile meilen milla millas | g gram grams gramm gramme grammes gramo gramos grama gramas |
	mg milligram milligrams milligramm | kg キログラム 公斤 kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos |
	t トン tonne tonnes ton tons tonnen tonelada toneladas | lb lbs | oz ounce ounces | ha hectare hectares hektar hectárea hectáreas | acre acres |
	× times mal fois veces vezes volte раза | gal gallon gallons | l litre litres liter liters litro litros | ml millilitre millilitres milliliter milliliters |
	s sec secs second seconds sekunde sekunden seconde secondes segundo segundos | min mins minute minutes minuten minuto minutos minuti |
	h hr hrs hour hours stunde stunden heure heures hora horas | d day days tag tage tagen jour jours día días dia dias |
	wk week weeks woche wochen semaine semaines semana semanas | mo month months monat monate monaten mois mes meses |
	yr yrs year years jahr jahre jahren ans année années año años ano anos | decades decade jahrzehnt jahrzehnte jahrzehnten décennie décennies décadas |
	centuries century jahrhundert jahrhunderte jahrhunderten siècle siècles siglo siglos | millennia millennium jahrtausend jahrtausende jahrtausenden |
	pp prozentpunkt prozentpunkte prozentpunkten | K kelvin | Hz hertz | kHz kilohertz | MHz megahertz | GHz gigahertz | V volt volts | W watt watts |
	kW kilowatt kilowatts | MW megawatt megawatts | GW gigawatt gigawatts | kWh kilowatthour kilowatthours | kB kilobyte kilobytes | MB megabyte megabytes |
	GB gigabyte gigabytes | TB terabyte terabytes | mi/h mph | km/h kph kmh stundenkilometer stundenkilometern`;

export const UNITS: ReadonlyMap<string, string> = new Map(
	UNIT_NAMES.split("|").flatMap((entry) => {
		const [unit = ""] = entry.trim().split(/\s+/);
		return table(`${unit} ${entry}`);
	}),
);

/** Units that measure the same, and how many of the smallest each one is. */
const SCALES = `mm 1 cm 10 m 1000 km 1000000 | mg 1 g 1000 kg 1000000 t 1000000000 | ml 1 l 1000 | s 1 min 60 h 3600 d 86400 wk 604800 |
	yr 1 decades 10 centuries 100 millennia 1000 | inch 1 ft 12 yd 36 mi 63360 | W 1 kW 1000 MW 1000000 GW 1000000000 | % 1 × 100 |
	Hz 1 kHz 1000 MHz 1000000 GHz 1000000000 | kB 1 MB 1000 GB 1000000 TB 1000000000`;

export const SCALE_OF: ReadonlyMap<string, { measure: string; factor: number }> = new Map(
	SCALES.split("|").flatMap((entry) => {
		const parts = entry.trim().split(/\s+/);
		const [measure = ""] = parts;
		return parts.flatMap((unit, at): [string, { measure: string; factor: number }][] =>
			at % 2 === 0 ? [[unit, { measure, factor: Number(parts[at + 1]) }]] : [],
		);
	}),
);

/** All spellings of a unit: "dollar", "dollars", "usd" of "$". */
export function unitNames(unit: string): string[] {
	return [...UNITS].flatMap(([name, known]) => (known === unit ? [name] : []));
}
