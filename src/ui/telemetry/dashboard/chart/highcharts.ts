import Highcharts from 'highcharts/esm/highcharts.js'

/** All of the chart takes the library from here: two ways to its files would load it twice, and they don't mix. */
export {Highcharts}
