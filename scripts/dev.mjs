import {spawn} from 'node:child_process'
import {install, ROOT} from './lib.mjs'

install()
const {HOST = '127.0.0.1', PORT = '3000'} = process.env
const environment = {
  ...process.env,
  DEMO: process.env.DEMO || 'on',
  API_ORIGIN: `http://${HOST}:${PORT}`,
  // The page comes from Vite, so the server must treat Vite's origin as its own.
  PUBLIC_URL: process.env.PUBLIC_URL || 'http://localhost:5173',
}

const children = [
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'],
  ['node_modules/vite/bin/vite.js', '--port', '5173', '--strictPort'],
].map(parameters => spawn(process.execPath, parameters, {cwd: ROOT, stdio: 'inherit', env: environment}))

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endAll)
for (const child of children) {
  child.on('exit', code => {
    process.exitCode ||= code ?? 0
    endAll()
  })
}

function endAll() {
  for (const child of children) child.kill('SIGTERM')
}
