import {execFile} from 'node:child_process'
import {mkdir} from 'node:fs/promises'
import {join} from 'node:path'
import {promisify} from 'node:util'
import {type Plugin, preview} from 'vite'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Serves the gallery, which is built once somebody asks for it. The url is that of the page, which shows the entry that is
 * named in `?entry=`.
 */
export async function serveGallery(): Promise<{url: string; close(): Promise<void>}> {
  // There must be a folder to serve, before anything is in it.
  await mkdir(join(ROOT, 'dist/gallery'), {recursive: true})
  const server = await preview({
    root: ROOT,
    configFile: join(ROOT, 'tests/gallery/vite.config.ts'),
    logLevel: 'warn',
    plugins: [builtOnDemand],
  })
  const [url = ''] = server.resolvedUrls?.local ?? []
  return {url: `${url}tests/gallery/index.html`, close: () => server.close()}
}

const builtOnDemand: Plugin = {
  name: 'built-on-demand',
  configurePreviewServer({middlewares}) {
    let built: Promise<unknown> | undefined
    middlewares.use((_request, _response, next) => {
      built ??= promisify(execFile)(process.execPath, ['scripts/build.mjs', 'gallery'], {cwd: ROOT})
      built.then(() => next(), next)
    })
  },
}
