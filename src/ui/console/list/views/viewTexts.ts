import {textsOf} from '../../../../domain/language'

/** The texts of views, filters and the record beside a list. */
export const viewTexts = textsOf('console.list.viewTexts', {
  peek: {
    open: (name: string) => `Show ${name} beside the list`,
    label: 'Beside the list',
    page: 'Open its page',
    previous: 'Previous row',
    next: 'Next row',
    close: 'Close what is beside the list',
    loading: 'Loading the record…',
  },
  filters: {
    add: 'Filter',
    heading: 'Add a filter',
    column: 'Column',
    value: 'Value',
    choose: (label: string) => `Choose: ${label}`,
    since: 'Since',
    sinceOf: (label: string) => `${label} since`,
    apply: 'Add the filter',
    deleted: 'Deleted',
    notDeleted: 'Not deleted',
    nothing: 'Nothing passes the filters.',
    clear: 'Remove all filters',
  },
  views: {
    menu: 'Views',
    none: 'No view is saved yet. A view has columns, order, filters and row height.',
    name: 'Name of the view',
    save: 'Save this view',
    remove: (name: string) => `Delete the view ${name}`,
    link: 'Link with this view',
    density: 'Row height',
    densities: {preferred: 'As preferred', comfortable: 'Comfortable', compact: 'Compact'},
    ignored: 'This is unknown here and was left out:',
    added: (columns: string) => `The view is of another version. These columns were added: ${columns}.`,
    understood: 'OK',
  },
})
