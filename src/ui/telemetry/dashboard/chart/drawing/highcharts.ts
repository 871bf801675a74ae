import Axis from 'highcharts/es-modules/Core/Axis/Axis.js'
import DateTimeAxis from 'highcharts/es-modules/Core/Axis/DateTimeAxis.js'
import PlotLineOrBand from 'highcharts/es-modules/Core/Axis/PlotLineOrBand/PlotLineOrBand.js'
import Chart from 'highcharts/es-modules/Core/Chart/Chart.js'
import Globals from 'highcharts/es-modules/Core/Globals.js'
import Pointer from 'highcharts/es-modules/Core/Pointer.js'
import DataLabel from 'highcharts/es-modules/Core/Series/DataLabel.js'
import Series from 'highcharts/es-modules/Core/Series/Series.js'
import Tooltip from 'highcharts/es-modules/Core/Tooltip.js'
import {addEvent} from 'highcharts/es-modules/Shared/Utilities.js'
import 'highcharts/es-modules/Series/Column/ColumnSeries.js'
import 'highcharts/es-modules/Series/Line/LineSeries.js'

// Series merge their options by what labels of points bring along.
DataLabel.compose(Series)
DateTimeAxis.compose(Axis)
PlotLineOrBand.compose(Chart, Axis)
Pointer.compose(Chart)
Tooltip.compose(Pointer)

/**
 * Highcharts with the parts that charts have here, a fifth lighter than the whole, which has pies, legends, stacks and
 * labels of points besides. Import it only from here: an import from its bundles would be a second library.
 */
export const Highcharts = Object.assign(Globals, {chart: Chart.chart, addEvent})
