/** Highcharts types the whole library; its modules have no types of their own. */
declare module 'highcharts/es-modules/Core/Globals.js' {
  const Globals: typeof import('highcharts')
  export default Globals
}

declare module 'highcharts/es-modules/Core/Chart/Chart.js' {
  const Chart: {chart: typeof import('highcharts').chart}
  export default Chart
}

declare module 'highcharts/es-modules/Shared/Utilities.js' {
  export {addEvent} from 'highcharts'
}

declare module 'highcharts/es-modules/*' {
  const part: {
    /** Joins the part to the parts that are made of it. */
    compose(...parts: readonly unknown[]): void
  }
  export default part
}
