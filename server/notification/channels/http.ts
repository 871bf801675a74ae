import {TARGETS} from '../../../contract/wire/target'
import {called, hostOf} from '../called'

export const http = called<'http'>({
  target: TARGETS.http,
  shown: ({url}) => hostOf(url),
  hidden: ({url}) => url,
  async render({method, url, contentType, headers = '', body}, delivery, circumstances) {
    // Few servers have templates, so their engine is loaded with the first.
    const {applyTemplate} = await import('../wording/template')
    const lines = headers.split('\n').filter(line => line.trim() !== '')
    const own = lines.map(line => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ])
    return [
      {
        method,
        url,
        headers: {...Object.fromEntries(own), 'content-type': contentType},
        body: await applyTemplate(body, delivery, circumstances),
      },
    ]
  },
})
