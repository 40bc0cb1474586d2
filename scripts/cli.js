import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuildStale } from './build.js';
import { checkNode } from './install.js';
import { root } from './run.js';

// Commands run what is built, as the server does. They often run as an account that may neither install nor build.
checkNode();
process.chdir(root);
process.env.NODE_ENV = 'production';
if (process.argv[2] === 'doctor' && isBuildStale())
  console.error(
    '빌드한 뒤에 프로그램의 파일이 바뀌었습니다. 바뀐 내용은 npm run build를 실행하고 서버를 다시 시작해야 적용됩니다.\n',
  );
try {
  await import(pathToFileURL(path.join(root, 'dist/server/cli.js')).href);
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('빌드한 프로그램이나 패키지가 없습니다. 먼저 npm run build를 실행해 주세요.');
  process.exitCode = 1;
}
