import {textsOf} from '../../../domain/language'

/** The texts of what all tables have. */
export const texts = textsOf('kit.table', {
  columns: {
    menu: 'Columns',
    shown: 'Shown columns',
    hidden: 'Other columns',
    up: (label: string) => `Move ${label} to the left`,
    down: (label: string) => `Move ${label} to the right`,
    reset: 'Show the usual columns',
  },
  filters: {
    chips: 'Filters',
    remove: (label: string, value: string) => `Remove the filter ${label}: ${value}`,
  },
})
