import {counted} from '../../../../domain/format/texts'
import {textsOf} from '../../../../domain/language'

const many = (count: number, noun: string): string => `${counted(count)} ${noun}${count === 1 ? '' : 's'}`

export const bulkTexts = textsOf('console.list.bulkTexts', {
  delete: {
    title: (count: number, noun: string) => `Delete ${many(count, noun)}`,
    question: (what: string) => `Are you absolutely sure you want to delete ${what}?`,
    running: 'Deleting',
    done: 'deleted',
  },
  assign: {
    title: (count: number, noun: string) => `Assign ${many(count, noun)} to a customer`,
    confirm: 'Assign',
    running: 'Assigning',
    done: 'assigned',
    customer: 'Customer',
    choose: 'Choose a customer',
    none: 'No customer',
    loading: 'Loading the customers…',
    noCustomers: 'The organisation has no customers yet.',
  },
  many,
  more: (count: number) => `and ${counted(count)} more`,
  ofEach: 'For each of them:',
  typeCount: (count: string) => `Type ${count}, how many they are`,
  typeName: (name: string) => `Type ${name}`,
  acknowledge: 'I understand what this does.',
  progress: (done: number, failed: number, left: number) =>
    [`${counted(done)} done`, ...(failed > 0 ? [`${counted(failed)} failed`] : []), `${counted(left)} left`].join(', '),
  stopping: 'What has been sent is waited for…',
  outcome: (done: number, word: string, failed: number, left: number) =>
    [
      `${counted(done)} ${word}`,
      ...(failed > 0 ? [`${counted(failed)} failed`] : []),
      ...(left > 0 ? [`${counted(left)} not begun`] : []),
    ].join(', '),
  failures: 'Failed',
  moreInFile: (count: number) => `and ${counted(count)} more, which the file names`,
  retryFailed: 'Retry the failed',
  doRest: 'Do the rest',
  saveOutcomes: 'Save the outcomes as CSV',
})
