import {TARGETS} from '../../../contract/wire/target'
import {called, hostOf} from '../called'
import {NotWritable} from '../channel'
import {valuesOf} from '../wording/templateValues'

export const http = called<'http'>({
  target: TARGETS.http,
  shown: ({url}) => hostOf(url),
  hidden: ({url}) => url,
  async render({method, url, contentType, headers = '', body}, delivery, circumstances) {
    const lines = headers.split('\n').filter(line => line.trim() !== '')
    const own = lines.map(line => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ])
    const values = valuesOf(delivery, circumstances)
    const rendered = await circumstances.renderTemplate({template: body, contentType, values})
    // Its peer would refuse it for good, or take it for something else.
    if ('fault' in rendered) throw new NotWritable(rendered.fault)
    return [{method, url, headers: {...Object.fromEntries(own), 'content-type': contentType}, body: rendered.body}]
  },
})
