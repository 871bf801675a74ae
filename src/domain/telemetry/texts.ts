import {textsOf} from '../language'

/** The words of limits, which charts, values and forms share. */
export const texts = textsOf('telemetry.limits', {
  limits: {
    warning: {
      name: 'warning',
      above: (value: string) => `warning: above ${value}`,
      below: (value: string) => `warning: below ${value}`,
      until: {
        above: (value: string) => `warning: until ${value} or less`,
        below: (value: string) => `warning: until ${value} or more`,
      },
    },
    critical: {
      name: 'critical',
      above: (value: string) => `critical: above ${value}`,
      below: (value: string) => `critical: below ${value}`,
      until: {
        above: (value: string) => `critical: until ${value} or less`,
        below: (value: string) => `critical: until ${value} or more`,
      },
    },
  },
  nobodyElse: 'This server keeps no alarms: nobody else is notified.',
})
