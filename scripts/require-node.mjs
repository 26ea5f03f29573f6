const NEEDED = 24;

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  console.error(
    `This needs Node.js ${NEEDED} or newer, and found ${process.versions.node}: on Linux x64 it comes with the packages (start with the command in the README), elsewhere please install it first.`,
  );
  process.exit(1);
}
