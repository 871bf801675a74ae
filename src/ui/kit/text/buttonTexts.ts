import {textsOf} from '../../../domain/language'

/** The words of buttons that many screens have. */
export const buttons = textsOf('kit.buttons', {
  retry: 'Retry',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving…',
  close: 'Close',
  delete: 'Delete',
  deleting: 'Deleting…',
})
