import type {ThresholdFault} from '../../../../contract/rules/thresholds'
import {textsOf} from '../../language'

/** The messages about thresholds. */
export const texts = textsOf('domain.thresholds', {
  faults: {
    shape: 'What is written can’t be read as a threshold.',
    nothing: 'Set at least one limit, or a time without values.',
    order: 'Every lower limit must be less than every upper one.',
    severity: 'A critical limit must not be nearer to the normal values than the limit of the warning.',
    clear: 'With this distance no value between the limits would be normal again.',
  } satisfies Record<ThresholdFault, string>,
  taken: 'This key has a threshold here already.',
  negative: 'Must be 0 or more.',
  tooLong: 'At most 366 days.',
  inequality: {
    warning: (raised: string, ended: string) =>
      `Warning: raised when the value is ${raised}, ends when it is ${ended}.`,
    critical: (raised: string, ended: string) =>
      `Critical: raised when the value is ${raised}, ends when it is ${ended}.`,
  },
  delayed: (time: string) => `Only raised when this lasts for ${time}.`,
  held: (time: string) => `Only ends when the value is back for ${time}.`,
  silent: (time: string) => `Raised when no value has come for ${time}.`,
  unusual: {
    warning: 'A warning when values are unusual.',
    critical: 'Critical when values are unusual.',
  },
  unusualFor: {
    warning: (time: string) => `A warning when values are unusual for ${time}.`,
    critical: (time: string) => `Critical when values are unusual for ${time}.`,
  },
  latching: 'Stays until somebody resets it.',
  off: 'No value of this key raises an alarm here, and no silence.',
})
