"""Start the kernel python3 and print where it lives; a script, so that a kernel that hangs takes nobody along."""

from jupyter_client.manager import start_new_kernel

QUESTION = "import sys, posenc; print(sys.prefix)"


def main() -> None:
    """Print the kernel's `sys.prefix`, or raise what it raised."""
    manager, client = start_new_kernel(kernel_name="python3", startup_timeout=30)
    try:
        reply = client.execute_interactive(QUESTION, timeout=20)
        content = reply["content"]
        if content["status"] != "ok":
            raise RuntimeError(f"the kernel answers {content['ename']}: {content['evalue']}")
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


if __name__ == "__main__":
    main()
