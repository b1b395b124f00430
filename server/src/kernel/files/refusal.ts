import { defineRefusals } from '@millwright/contract/kernel/errors';
import { documentEndings, fileEndings } from '@millwright/contract/kernel/file-endings';

const pictures = fileEndings.image.filter((ending) => ending !== 'jpeg');
const packages = fileEndings.package;

/** Everything for which a sent file is not taken. */
export const fileRefusals = defineRefusals({
  'file.missing': [422, '请选择文件', 'Please choose a file'],
  'file.empty': [422, '文件为空', 'The file is empty'],
  'file.several': [422, '一次只能上传一个文件', 'One file at a time'],
  'file.tooLarge': [
    422,
    '上传文件大小不能超过 {max}MB!',
    'The uploaded file cannot exceed {max} MB!',
  ],
  'file.video': [422, '只能上传mp4格式文件!', 'Only mp4 files can be uploaded!'],
  'file.image': [
    422,
    `只能上传 ${pictures.join('、')} 图片`,
    `Only ${listed(pictures, 'and')} pictures can be uploaded`,
  ],
  'file.imageBroken': [422, '图片已损坏，无法读取', 'The picture is damaged and cannot be read'],
  'file.pixels': [
    422,
    '图片尺寸过大，最多 {max} 百万像素',
    'The picture is too large, at most {max} megapixels',
  ],
  'file.kind': [
    422,
    `不支持的文件类型，可上传 ${documentEndings.join('、')} 和图片`,
    `This kind of file is not taken; ${listed([...documentEndings, 'pictures'], 'and')} are`,
  ],
  'file.package': [
    422,
    `安装包只能是 ${packages.slice(0, -1).join('、')} 或 ${packages.at(-1)} 文件`,
    `A package is an ${listed(packages, 'or')} file`,
  ],
  'file.hash': [422, '文件校验失败，请重新上传', 'The file arrived damaged, please send it again'],
  'file.part': [422, '分片 {n} 缺失或大小不正确', 'Part {n} is missing or has the wrong size'],
  'upload.missing': [404, '上传任务不存在或已过期', 'The upload does not exist or has expired'],
  'upload.tooMany': [
    409,
    '未完成的上传过多，请稍后再试',
    'Too many unfinished uploads, try again later',
  ],
});

/** `apk, zip or gz`. */
function listed(words: readonly string[], last: 'and' | 'or'): string {
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
