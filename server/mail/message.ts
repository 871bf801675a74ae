import type {SendMailOptions} from 'nodemailer'
import type {Letter} from './repository'

/** As nodemailer wants it. The address is given apart from a name, so that nothing in it can become another header or recipient. */
export function messageOf({to, subject, text, html}: Letter, from: string): SendMailOptions {
  return {
    from,
    to: {name: '', address: to},
    subject,
    text,
    html,
    headers: {'Auto-Submitted': 'auto-generated'},
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
