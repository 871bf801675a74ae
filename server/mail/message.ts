import type {SendMailOptions} from 'nodemailer'
import type {Email} from './repository'

/**
 * Converts an email to the form of nodemailer. The recipient must stay an object with `address`: in a plain string, a
 * crafted address could add a header or a recipient.
 */
export function messageOf({to, subject, text, html, id, picture}: Email, from: string): SendMailOptions {
  return {
    from,
    to: {name: '', address: to},
    subject,
    text,
    html,
    ...(id !== undefined && {messageId: `<${id}@${hostOf(from)}>`}),
    ...(picture && {attachments: [{filename: 'picture.png', cid: 'picture', content: picture}]}),
    headers: {'Auto-Submitted': 'auto-generated'},
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const hostOf = (from: string): string => /@([\w.-]+)>?$/.exec(from)?.[1] ?? 'localhost'
