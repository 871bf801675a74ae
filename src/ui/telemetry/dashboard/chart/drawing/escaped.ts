/** Highcharts reads its texts as HTML, but keys and notes can hold anything. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
