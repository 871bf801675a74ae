import {configure} from '@testing-library/react'
import {LONGEST_WAIT} from './limits'

configure({asyncUtilTimeout: LONGEST_WAIT})

// Installs the parts of a browser that jsdom lacks.
if (typeof HTMLDialogElement !== 'undefined') {
  /** It knows the element, but not how it is opened and closed. */
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
  /** jsdom loads no fonts, and a text area that grows, and a canvas with texts, ask when they have come. */
  const fonts = Object.assign(new EventTarget(), {ready: Promise.resolve()})
  Object.defineProperty(document, 'fonts', {configurable: true, value: fonts})
  /** It draws nothing, so that there is nothing to scroll. */
  Element.prototype.scrollIntoView ??= () => {}
}
