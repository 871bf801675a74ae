import {textsOf} from './language'

/** The service worker shows these texts in place of a page that could not be loaded. */
export const offlineTexts = textsOf('offline', {
  title: 'Pulsewall can’t be reached',
  hint: 'There is no connection to the server. The page is tried again every ten seconds, and no old values are shown meanwhile.',
  retry: 'Try again now',
})
